import type { FitnessRules, ReplayRequest } from '../../../../contract/fitness-replay.ts'
import { shortDate } from '../../../lib/local-dates.ts'
import { isSameFormula, plainReplay, replayAddress } from '../../../lib/replay-address.ts'
import { chooseFormula, replayForm } from '../../../stores/genetics/fitness-replay.ts'
import { Select } from '../../forms/Choices.tsx'
import { Field } from '../../forms/Field.tsx'
import { Form } from '../../forms/Form.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { Chooser } from '../../ui/Chooser.tsx'

type Props = { request: ReplayRequest } & Pick<FitnessRules, 'rules' | 'formulas'>

/** Choice of a replay; every choice is in the address. */
export function ReplayForm({ request, rules, formulas }: Props) {
  const { weights, timeCap, from, to, bots, split } = request
  return (
    <section className="card stack" aria-labelledby="replay-title">
      <h2 id="replay-title">Replay</h2>
      <p className="small">Re-score past visits with another formula.</p>
      <Rule request={request} rules={rules} formulas={formulas} />
      <Form
        form={replayForm}
        label="Replay"
        values={{
          donation: String(weights.donation),
          volunteer: String(weights.volunteer),
          time: String(weights.time),
          cap: String(timeCap / 1000),
          from: from ?? '',
          to: to ?? '',
        }}
      >
        <div className="form-row replay-numbers">
          <Field name="donation" label="Donation" type="text" />
          <Field name="volunteer" label="Volunteer" type="text" />
          <Field name="time" label="Time" type="text" />
          <Field name="cap" label="Time cap (seconds)" type="text" />
        </div>
        <Field name="from" label="From" type="date" />
        <Field name="to" label="To" type="date" />
        <Select
          name="bots"
          label="Probable bots"
          value={bots}
          options={[
            { value: 'out', label: 'Left out' },
            { value: 'in', label: 'Counted too' },
          ]}
        />
        <Select
          name="split"
          label="Traffic split by"
          value={split}
          options={[
            { value: 'thompson', label: 'This formula (Thompson sampling)' },
            { value: 'uniform', label: 'Equal chance for every page' },
          ]}
        />
        <SubmitButton sending="Replaying..." className="button button-primary button-wide">
          Replay
        </SubmitButton>
      </Form>
    </section>
  )
}

/** Puts a rule that was in force, or a saved formula, into the form. */
function Rule({ request, rules, formulas }: Props) {
  const saved = formulas.find((formula) => replayAddress(formula.request) === replayAddress(request))
  const rule = rules.find((one) => isSameFormula(one, request))
  function onChoose(value: string) {
    const [kind, name] = [value.slice(0, 1), value.slice(1)]
    const formula = kind === 'f' ? formulas.find((one) => one.name === name) : undefined
    const version = kind === 'v' ? rules.find((one) => one.version === name) : undefined
    if (formula) chooseFormula(formula.request)
    else if (version) chooseFormula({ ...request, ...plainFormula(version) })
  }
  return (
    <Chooser
      label="Fitness rule"
      value={saved ? `f${saved.name}` : rule ? `v${rule.version}` : ''}
      options={[
        ['', 'Your own'],
        ...rules.map(({ version, since }, place): [string, string] => [
          `v${version}`,
          `${version}, since ${shortDate(since)}${place === 0 ? ' (in use)' : ''}`,
        ]),
        ...formulas.map(({ name }): [string, string] => [`f${name}`, name]),
      ]}
      onChoose={onChoose}
    />
  )
}

/** Only weights and cap: period, bots and split stay as chosen. */
function plainFormula(rule: FitnessRules['current']) {
  const { weights, timeCap } = plainReplay(rule)
  return { weights, timeCap }
}
