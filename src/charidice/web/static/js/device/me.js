/** The number of this browser among those at a table of this device, as a server would give it: there are no others. */
export const ME = 0;
