import { useMemo } from 'react'
import type { ShortCode } from '../../../contract/short-codes.ts'
import { shortCode } from '../../../records/short-codes.ts'
import { textsOf } from '../../lib/item-values.ts'
import { $edited, shortCodeForm } from '../../stores/admin/short-codes.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

export function ShortCodeDialog({ edited }: { edited: ShortCode | 'new' }) {
  const form = useMemo(() => shortCodeForm(edited), [edited])
  const isNew = edited === 'new'
  const title = isNew ? 'Make a short link' : 'Edit short link'
  return (
    <Modal isOpen title={title} isForm asksToDiscard onClose={() => $edited.set(null)}>
      <Form form={form} label={title} values={isNew ? {} : textsOf(edited)}>
        <Field name="name" label={shortCode.name.label} help="What it’s for, such as: Posters at the county fair." />
        <Field
          name="path"
          label={shortCode.path.label}
          help="The page it opens, such as /volunteer. You can paste its whole address."
        />
        {isNew && (
          <Field
            name="code"
            label={shortCode.code.label}
            help="2 to 32 letters, digits and hyphens, such as fair-26. It can’t be changed later."
          />
        )}
        <ModalActions leave="Cancel">
          <SubmitButton sending="Saving..." className="button button-small button-primary">
            {isNew ? 'Make Short Link' : 'Save Short Link'}
          </SubmitButton>
        </ModalActions>
      </Form>
    </Modal>
  )
}
