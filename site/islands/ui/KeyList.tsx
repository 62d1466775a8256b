/** Keys and what they do. */
export const KeyList = ({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) => (
  <dl className="keys">
    {keys.map(([key, what]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)
