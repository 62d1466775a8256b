/** What the figures count, and what they leave out. */
export const NoOpenRate = () => (
  <p className="table-note">
    People, not emails or clicks. There is no open rate: many mail programs open every email by themselves, so it would
    say nothing about people, and the pixel that measures it would spy on the rest.
  </p>
)
