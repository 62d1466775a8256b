import { useStore } from '@nanostores/react'
import { $mailTarget } from '../../stores/admin/mail-consent.ts'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./MailConsentDialog.tsx')).MailConsentDialog
const close = () => $mailTarget.set(null)

export const MailConsentOnDemand = () => (
  <DialogOnDemand isOpen={useStore($mailTarget) !== null} load={load} onFailed={close} />
)
