/** The read table that counts the changes of a family's items: projections/page-tags.ts writes it. */
export const pageTagsTable = (family: string): string => `${family.replaceAll('-', '_')}_page_tags`

/** Its row of all items; their ids begin with 1. */
export const wholeFamily = 0
