import { useState } from 'react'
import type { GenePool } from '../../../contract/gene-pool.ts'
import { configWith, noteContrast } from '../../stores/genetics/gene-pool.ts'
import { HeroFrame } from './HeroFrame.tsx'

/** Measures the contrast of each button scheme in a hidden frame, one after the other. */
export function SchemeContrasts({ pool }: { pool: GenePool }) {
  const schemes = pool.alleles.filter(({ gene }) => gene === 'buttonColor')
  const [measured, setMeasured] = useState(0)
  const scheme = schemes[measured]
  if (scheme === undefined) return null
  return (
    <div className="measuring" inert>
      <HeroFrame
        config={configWith(pool, scheme)}
        scheme="light"
        width={390}
        onShown={({ contrast }) => {
          noteContrast(scheme.id, contrast)
          setMeasured(measured + 1)
        }}
      />
    </div>
  )
}
