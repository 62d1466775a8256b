import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { $isChecked, changeMail, removeMail, type WelcomeMail } from '../../stores/email-campaigns/welcome-series.ts'
import { TextField } from '../forms/TextField.tsx'

type Props = { mail: WelcomeMail; at: number; isOnly: boolean }

/** One mail of the welcome series. */
export function WelcomeMailFields({ mail: { afterHours, subject, preheader = '', body }, at, isOnly }: Props) {
  const isChecked = useStore($isChecked)
  const missing = (text: string) => (isChecked && text.trim() === '' ? messages.form.required : undefined)
  return (
    <fieldset className="welcome-mail">
      <legend>Email {at + 1}</legend>
      <TextField
        label="Hours after joining"
        type="number"
        value={String(afterHours)}
        help="0 sends it right away."
        onChange={(text) => changeMail(at, { afterHours: Math.max(0, Math.trunc(Number(text)) || 0) })}
      />
      <TextField
        label="Subject"
        value={subject}
        maxLength={300}
        error={missing(subject)}
        onChange={(text) => changeMail(at, { subject: text })}
      />
      <TextField
        label="Preview line"
        value={preheader}
        maxLength={200}
        isOptional
        onChange={(text) => changeMail(at, { preheader: text })}
      />
      <TextField
        label="Text"
        value={body}
        rows={6}
        help="Markdown, with merge fields such as {{firstName|friend}}."
        error={missing(body)}
        onChange={(text) => changeMail(at, { body: text })}
      />
      {!isOnly && (
        <button type="button" className="link-button" onClick={() => removeMail(at)}>
          Remove email {at + 1}
        </button>
      )}
    </fieldset>
  )
}
