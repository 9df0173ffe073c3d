//! The software bill of materials: every crate in the program, in the CycloneDX 1.5 format.

use serde_json::{Value, json};

use super::digest::sha256;
use super::packages::{CrateId, Package, Packages};

/// Returns the bill of materials of the program as JSON. `compiler` is the version of rustc, whose standard library is part of
/// the program.
pub(super) fn sbom(packages: &Packages, program: &CrateId, compiler: &str, timestamp: &str) -> String {
    let mut components: Vec<Value> = packages
        .iter()
        .filter(|(id, _)| *id != program)
        .map(|(id, package)| component(id, package, "library"))
        .collect();
    components.push(json!({
        "type": "library",
        "bom-ref": "rust-std",
        "name": "rust-std",
        "version": compiler,
        "description": "The Rust standard library.",
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
    }));
    let dependencies: Vec<Value> = packages
        .iter()
        .map(|(id, package)| json!({"ref": purl(id), "dependsOn": package.dependencies.iter().map(purl).collect::<Vec<_>>()}))
        .collect();
    let mut main = packages.get(program).map_or(Value::Null, |package| component(program, package, "application"));
    main["name"] = json!("halfboard");
    let mut bom = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": timestamp, "component": main},
        "components": components,
        "dependencies": dependencies,
    });
    // A UUID of version 8: derived from the content, so that equal releases have equal bills.
    let hash = sha256(bom.to_string().as_bytes());
    let uuid = format!("{}-{}-8{}-8{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32]);
    bom["serialNumber"] = json!(format!("urn:uuid:{uuid}"));
    format!("{bom:#}\n")
}

/// Returns the package URL of a crate.
fn purl((name, version): &CrateId) -> String {
    format!("pkg:cargo/{name}@{}", version.replace('+', "%2B"))
}

fn component(id: &CrateId, package: &Package, kind: &str) -> Value {
    let mut component = json!({"type": kind, "bom-ref": purl(id), "name": id.0, "version": id.1, "purl": purl(id)});
    if !package.description.is_empty() {
        component["description"] = json!(package.description);
    }
    if !package.licence.is_empty() {
        component["licenses"] = json!([{"expression": package.licence}]);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    component
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_bill_lists_components_and_their_dependencies() {
        let (program, library) =
            (("halfboard-cli".to_owned(), "0.1.0".to_owned()), ("a".to_owned(), "1.0.0+x".to_owned()));
        let a = Package { licence: "MIT".to_owned(), checksum: Some("ab".repeat(32)), ..Package::default() };
        let main = Package { dependencies: BTreeSet::from([library.clone()]), ours: true, ..Package::default() };
        let packages = Packages::from([(program.clone(), main), (library, a)]);
        let text = sbom(&packages, &program, "1.95.0", "2026-11-17T00:00:00Z");
        let bom: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(bom["metadata"]["component"]["name"], "halfboard");
        assert_eq!(bom["metadata"]["component"]["type"], "application");
        let names: Vec<&Value> =
            bom["components"].as_array().expect("a list").iter().map(|part| &part["name"]).collect();
        assert_eq!(names, ["a", "rust-std"]);
        assert_eq!(bom["components"][0]["purl"], "pkg:cargo/a@1.0.0%2Bx");
        assert_eq!(bom["components"][0]["licenses"][0]["expression"], "MIT");
        let edges = bom["dependencies"].as_array().expect("a list");
        assert!(
            edges.contains(&json!({"ref": "pkg:cargo/halfboard-cli@0.1.0", "dependsOn": ["pkg:cargo/a@1.0.0%2Bx"]}))
        );
        let serial = bom["serialNumber"].as_str().expect("a text");
        assert_eq!((serial.len(), serial.matches('-').count()), (9 + 36, 4), "{serial}");
        assert_eq!(text, sbom(&packages, &program, "1.95.0", "2026-11-17T00:00:00Z"));
        assert_ne!(text, sbom(&packages, &program, "1.95.0", "2026-11-18T00:00:00Z"));
    }
}
