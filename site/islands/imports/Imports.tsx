import { AdminGate } from '../admin/AdminGate.tsx'
import { Donations } from './Donations.tsx'
import { DonorTotals } from './DonorTotals.tsx'
import { FileForm } from './FileForm.tsx'
import { PastImports } from './PastImports.tsx'
import { WaitingFiles } from './WaitingFiles.tsx'

/** Files that staff import, what they did, and the donations that came of them; for admins. */
export function Imports() {
  return (
    <AdminGate>
      <div className="imports">
        <FileForm />
        <WaitingFiles />
        <PastImports />
        <DonorTotals />
        <Donations />
      </div>
    </AdminGate>
  )
}
