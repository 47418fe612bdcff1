/** A name in bold, isolated from the direction of the surrounding text. */
export function StrongName({ children }: { children: string }) {
  return (
    <bdi>
      <strong>{children}</strong>
    </bdi>
  )
}
