import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { campaign } from '../../../contract/campaign.ts'
import { $isChoosingMoment } from '../../stores/admin/console.ts'
import { firstMoment, momentForm } from '../../stores/admin/past.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

/** Asks for the moment as of which the console is shown. */
export function AsOfDialog() {
  const isOpen = useStore($isChoosingMoment)
  return (
    <Modal
      isOpen={isOpen}
      title="Show the console as of…"
      lead="Every tab and item as the log knew it then. You can look at everything and change nothing. People who were erased since are erased there too."
      isForm
      onClose={() => $isChoosingMoment.set(false)}
    >
      {isOpen && <MomentForm />}
    </Modal>
  )
}

function MomentForm() {
  const form = useMemo(momentForm, [])
  const values = useMemo(firstMoment, [])
  return (
    <Form form={form} label="Choose a moment" values={values}>
      <div className="moment-fields">
        <Field name="date" label="Date" type="date" />
        <Field name="time" label="Time" type="time" help={`On the campaign’s clock, ${zone}.`} />
      </div>
      <ModalActions leave="Cancel">
        <SubmitButton sending="Looking…" className="button button-small button-primary">
          Show this moment
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

const zone = campaign.timeZone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ')
