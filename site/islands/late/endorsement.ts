import { EndorsementForm } from '../supporters/EndorsementForm.tsx'
import { lateForm } from './late-form.ts'

export const start = lateForm(EndorsementForm)
