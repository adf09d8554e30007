/** Read from the data without the key; whether every entry is what was written, `audit verify` tells. */
export const auditInvariants = [
  {
    name: 'the audit log has no gaps, and its head names its last entry',
    sql: `SELECT log.entries, log.last, head.entries AS head FROM
            (SELECT count(*) AS entries, coalesce(max(sequence), 0) AS last FROM audit_entries) log
          LEFT JOIN audit_head head ON true
          WHERE log.entries <> log.last OR head.entries IS DISTINCT FROM log.last`,
  },
] as const;
