import { atom } from 'nanostores'
import type { DonationImport, importDonations } from '../../../contract/donations.ts'
import { ApiError, callWithFile, explain } from '../../lib/api.ts'
import { dollars, donations } from '../../lib/campaign-words.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { segmentStats } from './segments.ts'

/** Bytes; the server accepts no more (contract/donations.ts). */
const maxBytes = 10 * 1024 * 1024
/** Donations that one request writes (the same). */
export const inOneRequest = 2000

/** The file that was chosen, and what importing it would do. */
export const $checked = atom<{ name: string; csv: Blob; report: DonationImport } | null>(null)
export const $isImportOpen = atom(false)
export const $isChecking = atom(false)
export const $isImporting = atom(false)
/** Donations written so far, of a file that takes several requests. */
export const $written = atom(0)

export function openImport(): void {
  $checked.set(null)
  $isImportOpen.set(true)
}

export const closeImport = () => $isImportOpen.set(false)

const post = (csv: Blob, query: { plan?: string } = {}) =>
  callWithFile<typeof importDonations>('POST', '/api/admin/donations/import', csv, query)

/** A dry run: says what importing the file would do. */
export async function checkFile(file: File): Promise<void> {
  if (file.size > maxBytes) return showError(emailCampaignMessages.donation.tooLarge)
  // Whatever type the browser guesses.
  const csv = file.slice(0, file.size, 'text/csv')
  await runExclusively($isChecking, emailCampaignMessages.donation.checkFailed, async () => {
    $checked.set(null)
    const isOpen = unchanged($isImportOpen)
    const report = await post(csv)
    if (isOpen()) $checked.set({ name: file.name, csv, report })
  })
}

/** How many donations an import writes. */
export const writes = ({ added, changed }: DonationImport) => added + changed

/** Request after request, each with the plan that the one before announced. */
async function importAll(
  csv: Blob,
  firstPlan: string,
): Promise<Pick<DonationImport, 'added' | 'changed' | 'addedAmount'>> {
  const total = { added: 0, changed: 0, addedAmount: 0 }
  $written.set(0)
  for (let plan: string | null = firstPlan; plan !== null; ) {
    const part: DonationImport = await post(csv, { plan })
    total.added += part.added
    total.changed += part.changed
    total.addedAmount += part.addedAmount
    $written.set(total.added + total.changed)
    plan = part.plan
  }
  return total
}

/** Does what the dry run said. */
export async function importChecked(): Promise<void> {
  const checked = $checked.get()
  const plan = checked?.report.plan
  if (!checked || !plan) return
  await runExclusively($isImporting, emailCampaignMessages.donation.importFailed, async () => {
    const isOpen = unchanged($isImportOpen)
    try {
      const { added, changed, addedAmount } = await importAll(checked.csv, plan)
      const corrected = changed === 0 ? '' : ` ${donations(changed)} corrected.`
      showToast(
        emailCampaignMessages.donation.imported(`${donations(added)} added (${dollars(addedAmount)}).${corrected}`),
      )
      if (isOpen()) closeImport()
      void segmentStats.reload()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      // Somebody else imported meanwhile: show what the file would do now.
      showError(explain(emailCampaignMessages.donation.importFailed, error))
      const report = await post(checked.csv)
      if (isOpen()) $checked.set({ ...checked, report })
    }
  })
}
