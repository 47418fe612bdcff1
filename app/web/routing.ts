/** A script of its own, which begin.ts runs in its turn. */
export { RouterProvider } from '@tanstack/react-router'
