import { describe, it } from 'vitest'
import type { Reviewed } from '../../backend/domain/review.ts'
import type { Decider, Fact } from '../../backend/kernel/eventlog/decider.ts'
import { given } from './spec.ts'

type Named<Name extends string, Value> = { [Key in Name]: Value }

/** Rules for every kind of item that admins review; `one` is such as 'a prayer'. */
export function describeReview<State extends Reviewed, Command extends Fact, Event extends Fact>(
  one: string,
  decider: Decider<State, Command, Event>,
  {
    submit,
    approve,
    reject,
    rejectAgain,
    remove,
    restore,
    correct,
    revise,
    withdraw,
  }: Named<'submit' | 'approve' | 'reject' | 'rejectAgain' | 'remove' | 'restore' | 'correct', Command> &
    /** By the person with this subject. */
    Named<'revise' | 'withdraw', (author: string) => Command>,
  {
    submitted,
    approved,
    rejected,
    deleted,
    restored,
    revised,
    withdrawn,
  }: Named<'submitted' | 'approved' | 'rejected' | 'deleted' | 'restored' | 'revised' | 'withdrawn', Event>,
  { author }: { author: string },
): void {
  const stranger = '6f1e2c34-0000-4000-8000-000000000009'
  const past = (...history: Event[]) => given(decider, history)

  describe(`submitting ${one}`, () => {
    it('records what was submitted', () => past().when(submit).then([submitted]))
    it('is rejected when the id is already taken', () => past(submitted).when(submit).then('conflict'))
    it('is rejected when the id belonged to a deleted one', () =>
      past(submitted, deleted).when(submit).then('conflict'))
  })

  describe(`approving ${one}`, () => {
    it('records the approval', () => past(submitted).when(approve).then([approved]))
    it('is allowed after a rejection', () => past(submitted, rejected).when(approve).then([approved]))
    it('is needed again after a restoration', () =>
      past(submitted, approved, deleted, restored).when(approve).then([approved]))
    it('does nothing when it is already approved', () => past(submitted, approved).when(approve).thenNothing())
    it('is rejected when there is no such item', () => past().when(approve).then('not_found'))
    it('is rejected once it is deleted', () => past(submitted, deleted).when(approve).then('not_found'))
  })

  describe(`deleting ${one}`, () => {
    it('records the deletion of a pending one', () => past(submitted).when(remove).then([deleted]))
    it('records the deletion of an approved one', () => past(submitted, approved).when(remove).then([deleted]))
    it('does nothing when it is already deleted', () => past(submitted, deleted).when(remove).thenNothing())
    it('is rejected when there is no such item', () => past().when(remove).then('not_found'))
  })

  describe(`rejecting ${one}`, () => {
    it('records the reason under the person', () => past(submitted).when(reject).then([rejected]))
    it('is possible after a restoration', () =>
      past(submitted, approved, deleted, restored).when(reject).then([rejected]))
    it('does nothing the second time, even with another reason', () =>
      past(submitted, rejected).when(rejectAgain).thenNothing())
    it('is rejected after an approval', () => {
      past(submitted, approved).when(reject).then('conflict')
      past(submitted, rejected, approved).when(reject).then('conflict')
    })
    it('is rejected once it is deleted', () => past(submitted, deleted).when(reject).then('not_found'))
    it('is rejected when there is no such item', () => past().when(reject).then('not_found'))
  })

  describe(`restoring ${one}`, () => {
    it('records it, whatever the state before the deletion', () => {
      past(submitted, deleted).when(restore).then([restored])
      past(submitted, approved, deleted).when(restore).then([restored])
      past(submitted, rejected, deleted).when(restore).then([restored])
    })
    it('does nothing when it is not deleted', () => {
      past(submitted, approved).when(restore).thenNothing()
      past(submitted, deleted, restored).when(restore).thenNothing()
    })
    it('can be followed by another deletion', () => past(submitted, deleted, restored).when(remove).then([deleted]))
    it('is rejected when there is no such item', () => past().when(restore).then('not_found'))
  })

  describe(`withdrawing ${one}`, () => {
    it('records it, whatever was decided', () => {
      past(submitted).when(withdraw(author)).then([withdrawn])
      past(submitted, approved).when(withdraw(author)).then([withdrawn])
      past(submitted, rejected).when(withdraw(author)).then([withdrawn])
    })
    it('does nothing the second time', () => past(submitted, withdrawn).when(withdraw(author)).thenNothing())
    it('is allowed to the person who sent it alone', () => past(submitted).when(withdraw(stranger)).then('not_found'))
    it('is rejected when there is no such item, or staff deleted it', () => {
      past().when(withdraw(author)).then('not_found')
      past(submitted, deleted).when(withdraw(author)).then('not_found')
    })
    it('leaves staff nothing to decide', () => {
      for (const command of [approve, reject, remove, correct])
        past(submitted, withdrawn).when(command).then('conflict')
      past(submitted, withdrawn).when(restore).thenNothing()
    })
  })

  describe(`correcting one’s own words of ${one}`, () => {
    it('records the new words', () => past(submitted).when(revise(author)).then([revised]))
    it('makes it wait for review again, whatever was decided', () => {
      past(submitted, approved, revised).when(approve).then([approved])
      past(submitted, approved, revised).when(reject).then([rejected])
      past(submitted, rejected, revised).when(reject).then([rejected])
    })
    it('does nothing when the words are the same', () => {
      past(submitted, revised).when(revise(author)).thenNothing()
      past(submitted, revised, approved).when(revise(author)).thenNothing()
    })
    it('is allowed to the person who sent it alone', () => past(submitted).when(revise(stranger)).then('not_found'))
    it('is rejected when there is no such item, or staff deleted it', () => {
      past().when(revise(author)).then('not_found')
      past(submitted, deleted).when(revise(author)).then('not_found')
    })
    it('is rejected once it is withdrawn', () => past(submitted, withdrawn).when(revise(author)).then('conflict'))
  })
}
