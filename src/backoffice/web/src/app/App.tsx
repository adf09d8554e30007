import { RouterProvider } from '@tanstack/react-router';
import { router } from '../router';
import { Providers } from './Providers';

export function App() {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  );
}
