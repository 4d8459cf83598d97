// The page of one's own bot: the new token can be copied.

import { watchCopyButtons } from './copy.js';

watchCopyButtons();
