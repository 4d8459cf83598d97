// A position that is answered by a form, which leads to another page.

import { watchPlainGrids } from "../board/plain-grid.js";

watchPlainGrids(document);
