const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Gray bars where rows will be. */
export function TableSkeleton({ cells }: { cells: number }) {
  const keys = Array.from({ length: cells }, (_, index) => `cell-${index}`)
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row}>
          {keys.map((cell) => (
            <td key={cell}>
              <span className="skeleton" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
