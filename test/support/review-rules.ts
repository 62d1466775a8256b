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
  }: Named<'submit' | 'approve' | 'reject' | 'rejectAgain' | 'remove' | 'restore', Command>,
  {
    submitted,
    approved,
    rejected,
    deleted,
    restored,
  }: Named<'submitted' | 'approved' | 'rejected' | 'deleted' | 'restored', Event>,
): void {
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
}
