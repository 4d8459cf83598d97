// The page about a position.

import { watchCopyButtons } from "../copy.js";

watchCopyButtons();
