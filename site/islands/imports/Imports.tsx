import { useStore } from '@nanostores/react'
import { toolRights } from '../../lib/tool-rights.ts'
import { $mayOnce } from '../../stores/rights.ts'
import { AdminGate } from '../admin/AdminGate.tsx'
import { HistoryOnDemand } from '../admin/HistoryOnDemand.tsx'
import { Donations } from './Donations.tsx'
import { DonorTotals } from './DonorTotals.tsx'
import { FileForm } from './FileForm.tsx'
import { PastImports } from './PastImports.tsx'
import { WaitingFiles } from './WaitingFiles.tsx'

/** Files that staff import, what they did, and the donations that came of them. */
export const Imports = () => (
  <AdminGate rights={toolRights.imports}>
    <Parts />
    <HistoryOnDemand />
  </AdminGate>
)

function Parts() {
  const may = useStore($mayOnce)
  return (
    <div className="imports">
      {may('imports') && (
        <>
          <FileForm />
          <WaitingFiles />
          <PastImports />
        </>
      )}
      {may('donations') && (
        <>
          <DonorTotals />
          <Donations />
        </>
      )}
    </div>
  )
}
