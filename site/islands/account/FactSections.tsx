import type { Known } from '../../../contract/profile.ts'

/** Sentences about what is known of a person, each with where it came from. */
export const FactSections = ({ sections }: Known) =>
  sections.map(({ title, facts }) => (
    <section key={title} className="stack known-facts">
      <h3>{title}</h3>
      <ul>
        {facts.map(({ text, details }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no number, may repeat, and never move
          <li key={at} dir="auto">
            {text}
            {details.length > 0 && <p className="quiet small">{details.join(' ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  ))
