const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Gray bars where rows will be. `classes`: of the cells whose columns may leave, by place. */
export function TableSkeleton({ cells, classes = [] }: { cells: number; classes?: readonly string[] }) {
  const keys = Array.from({ length: cells }, (_, index) => `cell-${index}`)
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row}>
          {keys.map((cell, place) => (
            <td key={cell} className={classes[place]}>
              <span className="skeleton" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
