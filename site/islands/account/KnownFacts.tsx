import { useStore } from '@nanostores/react'
import { knownFacts } from '../../stores/account/known-facts.ts'
import { InfoDialog } from '../ui/InfoDialog.tsx'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
import { ListNotice } from '../ui/ListNotice.tsx'
import { FactSections } from './FactSections.tsx'

/** A button that opens what the campaign knows about the person, and where from. */
export const KnownFacts = () => (
  <InfoDialog
    button="What We Know About Me"
    title="What We Know About You"
    lead="And where we have it from. Your download has every detail."
    isWide
  >
    <Sections />
  </InfoDialog>
)

function Sections() {
  const state = useStore(knownFacts.$state)
  switch (state.status) {
    case 'loading':
      return <LinesSkeleton label="Loading what we know about you…" />
    case 'loaded':
      return <FactSections {...state.value} />
    case 'failed':
    case 'offline':
      return <ListNotice isOffline={state.status === 'offline'} onRetry={knownFacts.reload} />
  }
}
