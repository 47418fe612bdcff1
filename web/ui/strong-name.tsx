/** A name in bold, in its own direction. */
export function StrongName({ children }: { children: string }) {
  return (
    <bdi>
      <strong>{children}</strong>
    </bdi>
  )
}
