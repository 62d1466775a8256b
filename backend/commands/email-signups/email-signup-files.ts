import type { ExportedSignup } from '../../read-model/email-signup-export.ts'
import { consentCells, rowFiles } from '../exports/row-files.ts'

/** The mailing list as a file, by format. */
export const emailSignupFiles = rowFiles<ExportedSignup>([
  ['Id', ({ id }) => id],
  ['Email', ({ email }) => email],
  ['First name', ({ firstName }) => firstName],
  ['Signed up at', ({ createdAt }) => createdAt],
  ...consentCells,
])
