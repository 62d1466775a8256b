import { districtShareOf } from '../../contract/district.ts'

/** A row of a person with the share of their ZIP code that lies in the district. */
export const withDistrict = <Row extends { zipCode: string | null }>(row: Row) => ({
  ...row,
  districtShare: districtShareOf(row.zipCode),
})
