import { PrayerForm } from '../supporters/PrayerForm.tsx'
import { lateForm } from './late-form.ts'

export const start = lateForm(PrayerForm)
