/** The parts of a page that the test varies, in the order in which a genome lists them. */
export const genes = ['headline', 'issueFocus', 'buttonColor', 'layout'] as const
