/** Settings for reads and writes by key: plans use indexes, however small a table is now. */
export const keyLookups = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}
