import { knownFacts } from '../../stores/account/known-facts.ts'
import { Loaded } from '../admin/Loaded.tsx'
import { InfoDialog } from '../ui/InfoDialog.tsx'
import { LinesSkeleton } from '../ui/LinesSkeleton.tsx'
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

const Sections = () => (
  <Loaded store={knownFacts} placeholder={<LinesSkeleton label="Loading what we know about you…" />}>
    {(known) => <FactSections {...known} />}
  </Loaded>
)
