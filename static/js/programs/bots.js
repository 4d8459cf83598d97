// Pages for those who program: a new token, and commands, can be copied.

import { watchCopyButtons } from "../copy.js";

watchCopyButtons();
