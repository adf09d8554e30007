/** So many copies $1 of a charge $2 and of its part $3, as JSON rows, in one statement, as the service writes new charges. */
export const COPY_CHARGES = `
  WITH ids AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)),
       copied AS (
         INSERT INTO charges
         SELECT copy.* FROM ids,
                jsonb_populate_record(NULL::charges, $2::jsonb || jsonb_build_object('id', ids.id)) AS copy)
  INSERT INTO charge_splits
  SELECT copy.* FROM ids,
         jsonb_populate_record(NULL::charge_splits, $3::jsonb || jsonb_build_object('charge_id', ids.id)) AS copy`;
