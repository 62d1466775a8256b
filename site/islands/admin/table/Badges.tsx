/** At most two badges and how many more there are; the opened row shows them all. */
export function Badges({ names, all = false }: { names: readonly string[]; all?: boolean }) {
  const shown = all ? names : names.slice(0, 2)
  const left = names.length - shown.length
  return (
    <span className="badges">
      {shown.map((name) => (
        <span className="badge" key={name}>
          {name}
        </span>
      ))}
      {left > 0 && <span className="quiet">+{left}</span>}
    </span>
  )
}
