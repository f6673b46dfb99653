/** Dispatched on `document` with words for the review screen about tables that are loading, null at the end. */
export const LOADING = "charidice:loading";
