import { emailSignup } from '../../../records/email-signups.ts'
import { origin } from '../../../records/origins.ts'
import type { ExportedSignup } from '../../read-model/email-signup-export.ts'
import { cellsOf, consentCells, districtCells, furtherCells, rowFiles } from '../exports/row-files.ts'

/** The mailing list as a file, by format. */
export const emailSignupFiles = rowFiles<ExportedSignup>(
  [
    ['Id', ({ id }) => id],
    ...cellsOf(emailSignup),
    ...districtCells,
    ['Signed up at', ({ createdAt }) => createdAt],
    ...consentCells,
    ...cellsOf(origin),
  ],
  furtherCells,
)
