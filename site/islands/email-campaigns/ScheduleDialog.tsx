import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { campaign } from '../../../contract/campaign.ts'
import { $errors, $isSaving, schedule } from '../../stores/email-campaigns/compose.ts'
import { TextField } from '../forms/TextField.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

const place = campaign.timeZone.split('/').at(-1)?.replaceAll('_', ' ')

/** Sends a draft at a time on the campaign's clock. */
export function ScheduleDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const errors = useStore($errors)
  const isSaving = useStore($isSaving)
  const [at, setAt] = useState('')
  async function scheduleAndClose() {
    if (await schedule(at)) onClose()
  }
  return (
    <Modal
      isOpen={isOpen}
      title="Send it later"
      lead="Recipients are picked when it goes out."
      isForm
      onClose={onClose}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        value={at}
        help={`In ${place} time, wherever you are.`}
        error={errors.at}
        onChange={setAt}
      />
      <ModalActions leave="Cancel">
        <BusyButton
          className="button button-small button-primary"
          busy="Scheduling..."
          isBusy={isSaving}
          onClick={() => void scheduleAndClose()}
        >
          Schedule
        </BusyButton>
      </ModalActions>
    </Modal>
  )
}
