import { Illustration } from './illustration.tsx'

/** The empty state of a page: an illustration, a title and a hint. */
export function EmptyState({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="empty">
      <Illustration scene="empty" />
      <strong>{title}</strong>
      <p>{hint}</p>
    </div>
  )
}
