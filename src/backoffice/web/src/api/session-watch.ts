/** Tells the page that the session ended while somebody was at work (a 401 on anything but the log-in). */
class SessionWatch {
  private listeners = new Set<() => void>();

  ended(): void {
    for (const listener of this.listeners) listener();
  }

  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export const sessionWatch = new SessionWatch();
