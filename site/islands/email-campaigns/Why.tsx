import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { explanationOf } from '../../lib/email-campaign-explanation.ts'
import type { WhyStores } from '../../stores/email-campaigns/why.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'

type Props = {
  stores: Pick<WhyStores, 'whyForm' | '$answer'>
  isWelcome?: boolean
  title?: RefObject<HTMLHeadingElement | null>
}

/** Answers why a person got this email, or did not. `title` takes the focus when a row of the list asks. */
export function Why({ stores: { whyForm, $answer }, isWelcome = false, title }: Props) {
  const answer = useStore($answer)
  return (
    <section className="card stack" aria-labelledby="why-title">
      <h3 id="why-title" ref={title} tabIndex={-1}>
        Why did this person get this?
      </h3>
      <Form form={whyForm} label="Why did this person get this?" className="form why-form">
        <Field name="email" label="Email address" type="email" />
        <SubmitButton sending="Looking..." className="button button-small">
          Ask
        </SubmitButton>
      </Form>
      <div role="status">{answer !== null && <Answer {...answer} isWelcome={isWelcome} />}</div>
    </section>
  )
}

type Answered = NonNullable<ReturnType<WhyStores['$answer']['get']>> & { isWelcome: boolean }

function Answer({ explanation, ...asked }: Answered) {
  const { verdict, reasons, after } = explanationOf(explanation, asked)
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
