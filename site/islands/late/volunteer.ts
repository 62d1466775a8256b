import { VolunteerForm } from '../supporters/VolunteerForm.tsx'
import { lateForm } from './late-form.ts'

export const start = lateForm(VolunteerForm)
