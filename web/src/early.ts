/** Opens the socket of the table that the address names, while the rest of the page is still loading. */
import { openEarly, tableOf } from "$lib/line";

const table = tableOf(location.pathname);
if (table) openEarly(table);
