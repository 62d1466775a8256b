import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { $isChoosingMoment } from '../../stores/admin/console.ts'
import { Icon } from '../ui/Icon.tsx'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const loadDialog = async () => (await import('./AsOfDialog.tsx')).AsOfDialog
const loadBand = async () => (await import('./AsOfBand.tsx')).AsOfBand
const choose = () => $isChoosingMoment.set(true)
const leave = () => $isChoosingMoment.set(false)

/** The clock in the bar of the page, which opens the dialog that asks for a moment. */
export function AsOfButton() {
  const [place] = useState(() => document.querySelector('[data-console-clock]'))
  return (
    <>
      {place &&
        createPortal(
          <button
            type="button"
            className="as-of-button"
            aria-label="Show the console as of a past moment"
            title="As of a past moment"
            onClick={choose}
          >
            <Icon name="clock" size={20} />
            <span>As of</span>
          </button>,
          place,
        )}
      <DialogOnDemand isOpen={useStore($isChoosingMoment)} load={loadDialog} onFailed={leave} />
    </>
  )
}

/** The band that marks the past. */
export const AsOfOnDemand = () => <DialogOnDemand isOpen load={loadBand} onFailed={() => {}} />
