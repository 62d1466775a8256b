import { useStore } from '@nanostores/react'
import { explanationOf } from '../../lib/campaign-explanation.ts'
import type { CampaignStores } from '../../stores/campaigns/campaign.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

/** Answers why somebody got this mail, or did not. */
export function Why({ stores: { whyForm, $answer } }: { stores: Pick<CampaignStores, 'whyForm' | '$answer'> }) {
  const answer = useStore($answer)
  return (
    <section className="card stack" aria-labelledby="why-title">
      <h3 id="why-title">Why did this person get this?</h3>
      <Form form={whyForm} label="Why did this person get this?" className="form why-form">
        <Field name="email" label="Email address" type="email" />
        <SubmitButton sending="Looking..." className="button button-small">
          Ask
        </SubmitButton>
      </Form>
      <div role="status">{answer !== null && <Answer {...answer} />}</div>
    </section>
  )
}

function Answer({ email, explanation }: NonNullable<ReturnType<CampaignStores['$answer']['get']>>) {
  const { verdict, reasons, after } = explanationOf(explanation, email)
  return (
    <div className="stack why-answer">
      <p>
        <strong>{verdict}</strong>
      </p>
      {reasons.map(({ rule, facts }) => (
        <div key={rule}>
          <p>{rule}</p>
          {facts.length > 0 && (
            <ul>
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {after.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
