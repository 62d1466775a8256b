import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { PolicyTrial } from '../../contract/moderation-policy.ts'
import { $policy, $trial, $tried, loadPolicy, savePolicy, trialForm } from '../stores/moderation-policy.ts'
import { Field, Form, Select, SubmitButton } from './Form.tsx'

const moderators = [
  { value: 'recorded', label: 'As they were judged' },
  { value: 'current', label: 'The newest 500, judged anew' },
]

/** The thresholds: tried on the past first, and saved only then. */
export function ModerationPolicy() {
  const policy = useStore($policy)
  const trial = useStore($trial)
  useEffect(() => {
    void loadPolicy()
  }, [])
  // What was tried stays in the fields: a form goes back to its values once it was sent.
  const { review, reject } = useStore($tried) ?? policy
  const values = useMemo(() => ({ review: String(review), reject: String(reject) }), [review, reject])
  return (
    <section className="card stack" aria-labelledby="policy-title">
      <h2 id="policy-title">Policy</h2>
      <p className="small">
        Move the thresholds, and see what they would have done with the past. Nothing changes until you save.
      </p>
      <Form form={trialForm} label="Try a policy" values={values} key={policy.changedAt}>
        <div className="form-row">
          <Field name="review" label="Review from (%)" type="number" />
          <Field name="reject" label="Refuse from (%)" type="number" />
        </div>
        <Select name="moderator" label="Texts of the past" options={moderators} />
        <SubmitButton sending="Trying..." className="button button-small">
          Try on the past
        </SubmitButton>
      </Form>
      {trial !== null && <Trial trial={trial} />}
    </section>
  )
}

function Trial({ trial: { texts, before, after, peopleApproved, peopleRejected } }: { trial: PolicyTrial }) {
  const rows = [
    { label: 'As it was', outcomes: before },
    { label: 'As it would be', outcomes: after },
    { label: 'People approved', outcomes: peopleApproved },
    { label: 'People rejected', outcomes: peopleRejected },
  ]
  return (
    <div className="stack" role="status">
      <table className="trial">
        <caption>{texts.toLocaleString('en-US')} texts of the past</caption>
        <thead>
          <tr>
            <td />
            {['Approved', 'Held', 'Refused'].map((label) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, outcomes: { approved, held, refused } }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{approved.toLocaleString('en-US')}</td>
              <td>{held.toLocaleString('en-US')}</td>
              <td>{refused.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button className="button button-small button-primary" type="button" onClick={savePolicy}>
        Save policy
      </button>
    </div>
  )
}
