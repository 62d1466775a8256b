import { SignUpForm } from '../supporters/SignUpForm.tsx'
import { lateForm } from './late-form.ts'

export const start = lateForm(SignUpForm)
