import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { mailToPerson } from '../../lib/paths.ts'
import { $mailTarget, type AddressTarget, type MailTarget } from '../../stores/admin/mail-consent.ts'
import {
  $blockQuestion,
  $noBounces,
  blockForm,
  complaintReasons,
  findForm,
  liftComplaintForm,
  liftForm,
  reasons,
  sources,
  unsubscribeForm,
} from '../../stores/admin/mail-consent-forms.ts'
import { $may } from '../../stores/rights.ts'
import { Select } from '../forms/Choices.tsx'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { NoEmailCampaigns } from './table/NoEmailCampaigns.tsx'

const titleOf = (target: MailTarget | null) => {
  if (target === null) return 'Campaign mail'
  if ('email' in target) return `Campaign mail to ${target.email}`
  return target.about === 'block' ? 'Lift bounces after a block' : 'Campaign mail to an address'
}

/** Acts of admins about campaign mail for other people: unsubscribe them, or mail an address again that bounced. */
export function MailConsentDialog() {
  const target = useStore($mailTarget)
  return (
    <Modal isOpen={target !== null} title={titleOf(target)} isForm onClose={() => $mailTarget.set(null)}>
      {target !== null && 'email' in target && (
        <p>
          <a href={mailToPerson(target.email)}>What we sent to this address, and what we held back</a>
        </p>
      )}
      {target !== null && <Body target={target} />}
    </Modal>
  )
}

function Body({ target }: { target: MailTarget }) {
  const may = useStore($may)
  if (!('email' in target)) return target.about === 'block' ? <Block target={target} /> : <Find target={target} />
  const { mailSuppression } = target
  const reason = mailSuppression?.reason
  if (reason === 'complained')
    return may('send') ? (
      <LiftComplaint target={target} />
    ) : (
      <>
        <NoEmailCampaigns suppression={mailSuppression} />
        <ModalActions leave="Close" />
      </>
    )
  if (reason === 'unsubscribed')
    return (
      <>
        <NoEmailCampaigns suppression={mailSuppression} />
        <p>Only they can start it again: ask them to sign up on the website. We’ll mail them a link to confirm.</p>
        <ModalActions leave="Close" />
      </>
    )
  return (
    <>
      {reason === 'bounced' && <NoEmailCampaigns suppression={mailSuppression} />}
      {reason === 'bounced' && may('send') && <Lift target={target} />}
      <Unsubscribe target={target} />
    </>
  )
}

function Lift({ target }: { target: AddressTarget }) {
  const form = useMemo(() => liftForm(target), [target])
  return (
    <Form form={form} label="Lift the bounce">
      <h3>Send mail to this address again</h3>
      <Select name="reason" label="Why should they get mail again?" options={reasons} />
      <div className="dialog-actions">
        <SubmitButton sending="Saving..." className="button button-small">
          {`Mail ${target.email} again`}
        </SubmitButton>
      </div>
    </Form>
  )
}

function LiftComplaint({ target }: { target: AddressTarget }) {
  const form = useMemo(() => liftComplaintForm(target), [target])
  return (
    <>
      <NoEmailCampaigns suppression={target.mailSuppression} />
      <p>
        They can start it again with the unsubscribe link in any email they got from us. Lift the complaint only if you
        know that it wasn’t meant.
      </p>
      <Form form={form} label="Lift the complaint">
        <Select name="reason" label="Why should they get mail again?" options={complaintReasons} />
        <ModalActions leave="Close">
          <SubmitButton sending="Saving..." className="button button-small">
            {`Mail ${target.email} again`}
          </SubmitButton>
        </ModalActions>
      </Form>
    </>
  )
}

function Find({ target }: { target: MailTarget }) {
  const form = useMemo(() => findForm(target), [target])
  return (
    <Form form={form} label="Find an address">
      <Field
        name="email"
        label="Email"
        type="email"
        help="The address of anyone we know, such as a volunteer or a donor."
      />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Looking..." className="button button-small button-primary">
          Find
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

function Unsubscribe({ target }: { target: AddressTarget }) {
  const form = useMemo(() => unsubscribeForm(target), [target])
  return (
    <Form form={form} label="Unsubscribe">
      {target.mailSuppression !== null && <h3>Unsubscribe them instead</h3>}
      <Select name="source" label="How did they tell you?" options={sources} />
      <ModalActions leave="Cancel">
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {`Unsubscribe ${target.email}`}
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

function Block({ target }: { target: MailTarget }) {
  const form = useMemo(() => blockForm(target), [target])
  const question = useStore($blockQuestion)
  const none = useStore($noBounces)
  return (
    <Form form={form} label="Lift bounces">
      <p className="quiet small">
        When a provider blocks us, its bounces say nothing about the mailboxes. People who unsubscribed or complained
        stay as they are.
      </p>
      <Field name="domain" label="Domain" help="The part after the @, such as example.org." />
      <div>
        <Field name="day" label="Day of the block" type="date" help="In the campaign’s time zone." />
        <p role="status">{none}</p>
      </div>
      <ModalActions leave="Cancel">
        <SubmitButton sending="Lifting..." className="button button-small button-primary">
          Check
        </SubmitButton>
      </ModalActions>
      <ConfirmDialog
        isOpen={question !== null}
        question="Send campaign mail to these addresses again?"
        subject={question?.what ?? ''}
        detail="Each person’s history will show it. If an email bounces again, we stop again."
        confirm="Lift the bounces"
        keep="Leave them"
        onConfirm={() => question?.answer(true)}
        onClose={() => question?.answer(false)}
      />
    </Form>
  )
}
